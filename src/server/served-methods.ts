import type { EveryAnswer } from './every-answer.ts';
import type { RequestHandler } from './listener.ts';
import { writeRefusal } from './raw-refusal.ts';

/** Methods that some path has. */
const methods: ReadonlySet<string | undefined> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** The refusal of any other, alike over every version of HTTP. */
export const methodRefusal = {
  status: 405,
  sentence: 'No path of this server has this method.',
  headers: { Allow: [...methods].join(', ') },
};

/** Answers 405 to methods that no path has, whatever the path. */
export function servedMethods(serve: RequestHandler, every: EveryAnswer): RequestHandler {
  return (request, response) => {
    if (methods.has(request.method)) serve(request, response);
    else writeRefusal(request, response, methodRefusal, every({ isSecure: true }));
  };
}
