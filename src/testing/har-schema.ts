/** The rules of HAR 1.2 as a JSON schema. What the format does not name begins with an underscore. */
const text = { type: 'string' };
const pair = record({ name: text, value: text });
const pairs = { type: 'array', items: pair };
/** Of bytes; -1 where it is not known. */
const sizeBytes = { type: 'integer', minimum: -1 };
const time = { type: 'string', format: 'date-time' };
const durationMs = { type: 'number', minimum: 0 };
/** Of a phase; -1 where it does not apply. */
const phaseMs = { type: 'number', minimum: -1 };
const program = record({ name: text, version: text });

const cookies = {
  type: 'array',
  items: record(
    { name: text, value: text },
    {
      path: text,
      domain: text,
      expires: { anyOf: [time, { enum: ['', null] }] },
      httpOnly: { type: 'boolean' },
      secure: { type: 'boolean' },
    },
  ),
};

const part = record({ name: text }, { value: text, fileName: text, contentType: text });

/** Either the text or the parameters. */
const postData = {
  ...record({ mimeType: text }, { text, params: { type: 'array', items: part } }),
  oneOf: [{ required: ['text'] }, { required: ['params'] }],
};

const request = record(
  {
    method: { type: 'string', minLength: 1 },
    url: { type: 'string', format: 'uri', pattern: '^[^#]*$' },
    httpVersion: text,
    cookies,
    headers: pairs,
    queryString: pairs,
    headersSize: sizeBytes,
    bodySize: sizeBytes,
  },
  { postData },
);

const content = record(
  { size: { type: 'integer', minimum: 0 }, mimeType: { type: 'string', minLength: 1 } },
  { compression: { type: 'integer' }, text, encoding: text },
);

const response = record({
  status: { type: 'integer', minimum: 100, maximum: 599 },
  statusText: text,
  httpVersion: text,
  cookies,
  headers: pairs,
  content,
  redirectURL: text,
  headersSize: sizeBytes,
  bodySize: sizeBytes,
});

const cached = {
  anyOf: [
    { type: 'null' },
    record({ lastAccess: time, eTag: text, hitCount: { type: 'integer' } }, { expires: time }),
  ],
};

const timings = record(
  { send: durationMs, wait: durationMs, receive: durationMs },
  { blocked: phaseMs, dns: phaseMs, connect: phaseMs, ssl: phaseMs },
);

const entry = record(
  {
    startedDateTime: time,
    time: durationMs,
    request,
    response,
    cache: record({}, { beforeRequest: cached, afterRequest: cached }),
    timings,
  },
  { pageref: text, serverIPAddress: text, connection: text },
);

const page = record({
  startedDateTime: time,
  id: text,
  title: text,
  pageTimings: record({}, { onContentLoad: phaseMs, onLoad: phaseMs }),
});

export const harSchema = record({
  log: record(
    { version: { const: '1.2' }, creator: program, entries: { type: 'array', items: entry } },
    { browser: program, pages: { type: 'array', items: page } },
  ),
});

/** Properties that have to be there, and such as may. Everything may have a comment. */
function record(required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional, comment: { type: 'string' } },
    patternProperties: { '^_': {} },
    additionalProperties: false,
  };
}
