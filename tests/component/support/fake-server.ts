/**
 * The fake server of the component tests: it replaces `fetch` and `WebSocket`. Each test sets the answers, and a call
 * without an answer fails the test.
 */
import { breachOf } from './answer-contracts.ts';
import { PING, PONG, SYNC } from '../../../src/shared/contracts/live-protocol.ts';
import { refusals, type RefusalCode } from '../../../src/shared/copy/en/refusals.ts';

/** `signal`: aborted when the page no longer waits for the answer. */
type SentCall = { method: string; url: URL; headers: Headers; body: unknown; signal: AbortSignal | null };
/** One call of the page. `parameters`: the named parts of the route's path. */
export type Call = SentCall & { parameters: Record<string, string> };

type Answer = Response | object;
type Handler = (call: Call) => Answer | Promise<Answer>;
type Route = { method: string; pattern: URLPattern; handler: Handler };

/** A refusal with the same body as in `src/worker/http/answers.ts`. `sentence` replaces the sentence of the code. */
export function refusal(code: RefusalCode, sentence: string = refusals[code].sentence): Response {
  return Response.json({ error: sentence, code }, { status: refusals[code].status });
}

/** A refusal that names one wrong field of the request. */
export function fieldRefusal(field: string, sentence: string): Response {
  const issues = { fieldErrors: { [field]: [sentence] } };
  const { status } = refusals.invalid_input;
  return Response.json({ error: sentence, code: 'invalid_input', issues }, { status });
}

/** The error of a browser's `fetch` without a network. */
class NetworkFailure extends TypeError {
  constructor() {
    super('Failed to fetch');
  }
}

/** The close code of a socket that the network cut. */
const LOST = 1006;

class FakeServer {
  readonly calls: Call[] = [];
  /**
   * Errors that fail the test: calls without a route, calls that the member's role may not make, routes that threw, and
   * answers that break the contract.
   */
  readonly unanswered: string[] = [];
  readonly sockets = new Set<FakeSocket>();
  /** The server's clock, in epoch milliseconds. */
  now: () => number = () => Date.now();
  /** Whether the member behind the page may make a call. */
  isAllowed: (call: SentCall) => boolean = () => true;
  /** Whether sockets open. If false, each new socket is closed at once, as on a network that blocks sockets. */
  opensSockets = true;
  #routes: Route[] = [];
  readonly #listeners: { pattern: URLPattern; opened: (socket: FakeSocket) => void }[] = [];

  /**
   * Sets the answer to calls of this method and path (`/auth/locations/:id`). The newest matching route answers.
   * Returns a function that removes the route.
   */
  answer(method: string, path: string, handler: Handler): () => void {
    const route = { method, pattern: new URLPattern({ pathname: path }), handler };
    this.#routes.unshift(route);
    return () => {
      this.#routes = this.#routes.filter((one) => one !== route);
    };
  }

  /** Refuses these calls until the returned function is called. */
  refuse(method: string, path: string, code: RefusalCode, sentence?: string): () => void {
    return this.answer(method, path, () => refusal(code, sentence));
  }

  /** Simulates a network failure: these calls do not reach the server until the returned function is called. */
  fail(method: string, path: string): () => void {
    return this.answer(method, path, () => Promise.reject(new NetworkFailure()));
  }

  /**
   * The server executes these calls, but the given number of answers is lost. Without a number, all answers are lost
   * until the returned function is called.
   */
  loseAnswers(method: string, path: string, times = Infinity): () => void {
    const before = [...this.#routes];
    let lost = 0;
    return this.answer(method, path, async (call) => {
      const answer = await this.#respond(before, call);
      lost += 1;
      if (lost <= times) throw new NetworkFailure();
      return answer;
    });
  }

  /** The server executes these calls at once, but delays its answers until `release` is called. */
  holdAnswers(method: string, path: string): { release: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = [...this.#routes];
    this.answer(method, path, async (call) => {
      const answer = await this.#respond(before, call);
      await promise;
      return answer;
    });
    return { release: resolve };
  }

  /**
   * Delays these calls until `release` is called. After the release, the call is answered by the route that was set
   * before `hold` was called.
   */
  hold(method: string, path: string): { release: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = [...this.#routes];
    this.answer(method, path, async (call) => {
      await promise;
      return this.#respond(before, call);
    });
    return { release: resolve };
  }

  /** Calls `opened` with each socket that a page opens at this path. */
  onSocket(path: string, opened: (socket: FakeSocket) => void): void {
    this.#listeners.push({ pattern: new URLPattern({ pathname: path }), opened });
  }

  /** Cuts all open sockets, as a network failure does. The pages reconnect. */
  cutSockets(): void {
    for (const socket of this.sockets) socket.end(LOST);
  }

  callsTo(method: string, path: string): Call[] {
    const pattern = new URLPattern({ pathname: path });
    return this.calls.filter((call) => call.method === method && pattern.test(call.url));
  }

  /** The bodies of these calls so far, in order. */
  bodiesOf(method: string, path: string): unknown[] {
    return this.callsTo(method, path).map(({ body }) => body);
  }

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const call = {
      method: request.method,
      url,
      headers: request.headers,
      body,
      signal: init?.signal ?? null,
    };
    if (!this.isAllowed(call)) this.unanswered.push(`${call.method} ${url.pathname}: not for this role`);
    this.calls.push({ ...call, parameters: parametersOf(this.#routeFor(this.#routes, call), url) });
    return aborting(this.#answerInTime(call), init?.signal ?? null);
  };

  opened(socket: FakeSocket): void {
    if (!this.opensSockets) return socket.end(LOST);
    const listener = this.#listeners.findLast(({ pattern }) => pattern.test(socket.url));
    if (listener === undefined) {
      this.unanswered.push(`socket ${socket.url}`);
      return socket.end(LOST);
    }
    this.sockets.add(socket);
    socket.begin();
    listener.opened(socket);
  }

  /**
   * Answers a call while its test runs. An answer that comes after the test never reaches the pages of the next test.
   */
  async #answerInTime(call: SentCall): Promise<Response> {
    try {
      return await this.#respond(this.#routes, call);
    } catch (error) {
      if (!(error instanceof NetworkFailure)) this.unanswered.push(`${call.url.pathname}: ${String(error)}`);
      throw error;
    } finally {
      if (current !== this) await new Promise(() => {});
    }
  }

  async #respond(routes: readonly Route[], call: SentCall): Promise<Response> {
    const route = this.#routeFor(routes, call);
    if (route === undefined) {
      this.unanswered.push(`${call.method} ${call.url.pathname}`);
      return refusal('not_found');
    }
    const answer = await route.handler({ ...call, parameters: parametersOf(route, call.url) });
    const response = answer instanceof Response ? answer : Response.json(answer);
    const breach = await breachOf(call, response);
    if (breach !== null) this.unanswered.push(`${call.method} ${call.url.pathname}: ${breach}`);
    response.headers.set('date', new Date(this.now()).toUTCString());
    return response;
  }

  #routeFor(routes: readonly Route[], { method, url }: SentCall): Route | undefined {
    return routes.find((one) => one.method === method && one.pattern.test(url));
  }
}

function parametersOf(route: Route | undefined, url: URL): Record<string, string> {
  const groups = route?.pattern.exec(url)?.pathname.groups ?? {};
  return Object.fromEntries(
    Object.entries(groups).map(([name, part]) => [name, decodeURIComponent(part ?? '')]),
  );
}

function aborting(answer: Promise<Response>, signal: AbortSignal | null): Promise<Response> {
  if (signal === null) return answer;
  const aborted = Promise.withResolvers<Response>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  return Promise.race([answer, aborted.promise]);
}

/** The server's side of a page's socket, which answers pings, as the platform does. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly url: string;
  readyState: number = FakeSocket.CONNECTING;
  /** Called when the page asks for the complete state again. */
  onSync: () => void = () => {};

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    queueMicrotask(() => theServer().opened(this));
  }

  begin(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  /** Sends the page one message from the server. */
  tell(message: object | string): void {
    if (this.readyState !== FakeSocket.OPEN) return;
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  end(code: number): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    theServer().sockets.delete(this);
    this.dispatchEvent(new CloseEvent('close', { code }));
  }

  /** The page calls this to send a message. */
  send(data: string): void {
    if (data === PING) queueMicrotask(() => this.tell(PONG));
    if (data === SYNC) queueMicrotask(() => this.onSync());
  }

  /** The page calls this to close the socket. */
  close(): void {
    queueMicrotask(() => this.end(1000));
  }
}

let current: FakeServer | undefined;

/** The server of the running test. */
export function theServer(): FakeServer {
  if (current === undefined) throw new Error('There is a server inside of tests only.');
  return current;
}

/** Creates a new server that gets all further calls of the page. */
export function startServer(): FakeServer {
  current = new FakeServer();
  window.fetch = current.fetch;
  Object.assign(window, { WebSocket: FakeSocket });
  return current;
}
