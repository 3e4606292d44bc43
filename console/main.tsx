import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { router } from './router.tsx';
import './style/tokens.css';
import './style/base.css';
import './style/signed-out.css';

const place = document.getElementById('console');
if (place === null) throw new Error('The page has no place for the console.');

// The parts look for this name before they write a style into the page, which the page's policy refuses. What
// that style says is in base.css.
const styleOfParts = document.createElement('meta');
styleOfParts.id = 'react-aria-pressable-style';
document.head.append(styleOfParts);

createRoot(place).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
