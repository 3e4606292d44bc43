/**
 * Unpacks the packaged Chromium into the temporary folder. A program of its own, since the package settles at
 * its loading where that folder is, and changes the environment of whoever loads it.
 */
import chromium from '@sparticuz/chromium';

chromium.setGraphicsMode = false;
await chromium.executablePath();
