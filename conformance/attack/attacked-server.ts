import { type Server, type ServerOptions, withServer } from '../harness/server.ts';
import { openSignInProvider, type SignInProvider } from '../harness/sign-in-provider.ts';

/** A server that may be attacked, with a provider of single sign-on that it trusts. */
export interface AttackedServer extends Server {
  readonly provider: SignInProvider;
}

/** Fonts of the catalogue are fetched by npm, which is not there: nothing may be asked of a registry. */
const withoutPrograms = { PATH: '/nowhere' };

/** Starts one, hands it to `use`, and ends both however that ends. */
export async function withAttackedServer<T>(
  options: ServerOptions,
  use: (server: AttackedServer) => Promise<T>,
): Promise<T> {
  const provider = await openSignInProvider();
  try {
    return await withServer(
      { ...options, env: { ...options.env, ...provider.env, ...withoutPrograms } },
      (server) => {
        provider.register(server.url);
        return use({ ...server, provider });
      },
    );
  } finally {
    await provider.close();
  }
}
