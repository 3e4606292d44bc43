import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from '../api/queries.ts';
import { FilePage } from './file-page.tsx';
import '../style/tokens.css';
import '../style/base.css';
import '../style/signed-out.css';
import '../viewer/stage.css';
import '../parts/button.css';
import './parts/parts.css';
import './file-page.css';

const place = document.getElementById('console');
if (place === null) throw new Error('The page has no place for the file.');

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <FilePage />
    </QueryClientProvider>
  </StrictMode>,
);
