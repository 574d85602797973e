/** The fake Twilio as a local HTTP server, which posts receipts to the running product. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { account, FakeTwilio, type Receipt } from './fake-twilio.ts';

const schemaFile = path.join(import.meta.dirname, '../data/twilio-messages-openapi.json');
const schema = z.object({
  paths: z.record(
    z.string(),
    z.object({
      post: z.object({
        requestBody: z.object({
          content: z.record(
            z.string(),
            z.object({ schema: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
          ),
        }),
      }),
    }),
  ),
});

export type TwilioServer = {
  twilio: FakeTwilio;
  /** The variables with which the product sends its texts through this server. */
  vars: {
    SMS_PROVIDER: string;
    TWILIO_API_BASE_URL: string;
    TWILIO_ACCOUNT_SID: string;
    TWILIO_AUTH_TOKEN: string;
    TWILIO_MESSAGING_SERVICE_SID: string;
  };
  stop(): Promise<void>;
};

export async function startTwilio(): Promise<TwilioServer> {
  const twilio = new FakeTwilio(knownParameters());
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const heard = await twilio.answer(await read(incoming));
    if (heard === 'silence') return;
    if (heard === 'no connection') return void incoming.socket.destroy();
    outgoing.writeHead(heard.status, Object.fromEntries(heard.headers)).end(await heard.text());
  };
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    twilio,
    vars: {
      SMS_PROVIDER: 'twilio',
      TWILIO_API_BASE_URL: `http://127.0.0.1:${address.port}`,
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_MESSAGING_SERVICE_SID: account.messagingServiceSid,
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Posts a receipt to the running product at `origin`. Returns the status. */
export async function post(origin: string, { url, signature, body }: Receipt): Promise<number> {
  const { pathname, search } = new URL(url);
  const answer = await fetch(`${origin}${pathname}${search}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': signature },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The parameters that Twilio's schema lists for the call that sends a text. */
function knownParameters(): string[] {
  const { paths } = schema.parse({
    paths: pathsWithPost(JSON.parse(readFileSync(schemaFile, 'utf8'))),
  });
  return Object.values(paths).flatMap(({ post }) =>
    Object.values(post.requestBody.content).flatMap((content) => Object.keys(content.schema.properties)),
  );
}

const anyPaths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

function pathsWithPost(json: unknown) {
  const lists = Object.entries(anyPaths.parse(json).paths).filter(([name]) =>
    name.endsWith('/Messages.json'),
  );
  return Object.fromEntries(lists);
}

async function read(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const headers = new Headers();
  for (const name of ['authorization', 'content-type'] as const) {
    const value = incoming.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const hasBody = incoming.method === 'POST';
  return new Request(`http://twilio.test${incoming.url ?? '/'}`, {
    method: incoming.method ?? 'GET',
    headers,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  });
}
