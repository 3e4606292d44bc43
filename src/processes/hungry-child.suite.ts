import { guardChild } from './guard-child.ts';

/** A program that takes more and more memory and hears nothing meanwhile. */
guardChild();
const nothing = new Int32Array(new SharedArrayBuffer(4));
for (const eaten = []; ; Atomics.wait(nothing, 0, 0, 20)) eaten.push(Buffer.alloc(2 ** 22, 1));
