import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * `drop`: reads the request and breaks the connection. `hold`: never answers. An object is sent as the answer; the
 * default status is 200, and the default body is an empty object. A body that is a string is sent unchanged.
 */
export type FakeResponse =
  | 'drop'
  | 'hold'
  | { status?: number; body?: unknown; headers?: Record<string, string> };

/** `nth` counts the calls to the same path, from 1. */
export type ResponseTo = (call: { path: string; body: unknown; nth: number }) => FakeResponse;

export type FakeAdminApi = {
  origin: string;
  /**
   * The requested paths in order. If a call is no log-in and does not have the cookie of a log-in, ", a stranger" is
   * added to its path.
   */
  calls: string[];
  /** Resolves with the path of the first call that never gets an answer. */
  held: Promise<string>;
  close: () => Promise<void>;
};

const COOKIE = 'holdline_admin=a-log-in';

/** Starts the fake admin API. `logInAnswer`: the body of the answer to a log-in. */
export async function startFakeAdminApi(
  responseTo: ResponseTo,
  logInAnswer: unknown = {},
): Promise<FakeAdminApi> {
  const calls: string[] = [];
  const { promise: held, resolve: hold } = Promise.withResolvers<string>();
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body: unknown = JSON.parse(await text(request));
    const isLogIn = path === '/admin/login';
    calls.push(isLogIn || request.headers.cookie === COOKIE ? path : `${path}, a stranger`);
    const nth = calls.filter((call) => call === path).length;
    const isLogOut = path === '/admin/logout';
    const fake = isLogIn ? { body: logInAnswer } : isLogOut ? {} : responseTo({ path, body, nth });
    if (fake === 'drop') request.socket.destroy();
    else if (fake === 'hold') hold(path);
    else {
      const { status = 200, body: answer = {}, headers = {} } = fake;
      const cookie = isLogIn ? { 'Set-Cookie': `${COOKIE}; Path=/admin; HttpOnly` } : {};
      response.writeHead(status, { ...cookie, ...headers });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    }
  }
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    calls,
    held,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
