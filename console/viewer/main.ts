import './viewer.css';
import { openViewer } from './viewer.ts';

const main = document.querySelector('main');
if (main !== null) openViewer(main);
