import type { EveryAnswer } from './headers-of-every-answer.ts';
import { knownMethods, methodRefusal } from './known-methods.ts';
import { writeRefusal } from './raw-refusal.ts';
import type { RequestHandler } from './request-handler.ts';

/** Answers 405 to methods that no path has, whatever the path. */
export function servedMethods(serve: RequestHandler, every: EveryAnswer): RequestHandler {
  return (request, response) => {
    if (knownMethods.has(request.method)) serve(request, response);
    else writeRefusal(request, response, methodRefusal, every({ isSecure: true }));
  };
}
