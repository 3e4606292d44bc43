import '../viewer/viewer.css';
import './prototype.css';
import { openPlayer } from './player.ts';

const main = document.querySelector('main');
if (main !== null) openPlayer(main);
