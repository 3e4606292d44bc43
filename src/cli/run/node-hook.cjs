// Runs inside other people's programs, before their own code, on Node 18 or newer: plain JavaScript, no
// imports but Node's own, and nothing patched but the one place all TCP and TLS clients of Node pass through,
// whatever agent, dispatcher or proxy setting they have. Loaded by `--require`, since what `--import` loads
// is absent from worker threads that are given their code as text.
const { Socket } = require('node:net');

const settings = readSettings(process.env.VITRINE_RUN);
if (settings) patchConnect(settings);

/** Nothing is changed where the variable is absent or not ours. */
function readSettings(text) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function patchConnect(settings) {
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (...args) {
    const options = optionsIn(args);
    const host = typeof options?.host === 'string' ? options.host.toLowerCase() : undefined;
    if (host === undefined || options.path) return connect.apply(this, args);
    if (settings.redirectedHosts.includes(host))
      return connect.apply(this, redirectedArguments(args, options, settings));
    if (settings.offline && !staysReachable(host, settings)) return refuseOffline(this, host);
    return connect.apply(this, args);
  };
}

/**
 * The forms are (options, done), (port, host, done), (path, done), and from inside Node one array that holds
 * the first form.
 */
function optionsIn([first, second]) {
  if (Array.isArray(first)) return first[0];
  if (typeof first === 'object') return first;
  return isPort(first) ? { port: first, host: second } : undefined;
}

const isPort = (value) => typeof value === 'number' || /^\d+$/.test(value);

/**
 * TLS goes to our own endpoint, everything else to the proxy, which refuses what is not TLS. The options are
 * copied, since TLS compares the certificate with the host of the original ones.
 */
function redirectedArguments(args, options, { endpointPort, proxyPort }) {
  const port = Number(options.port) === 443 ? endpointPort : proxyPort;
  const redirected = { ...options, host: '127.0.0.1', port };
  for (const name of ['lookup', 'family', 'hints', 'localAddress', 'autoSelectFamily'])
    delete redirected[name];
  if (!Array.isArray(args[0])) return [redirected, ...args.filter((arg) => typeof arg === 'function')];
  const normalized = Object.defineProperties([], Object.getOwnPropertyDescriptors(args[0]));
  normalized[0] = redirected;
  return [normalized, ...args.slice(1)];
}

const staysReachable = (host, { targetHost }) =>
  host === targetHost || host === 'localhost' || host === '::1' || /^127\.[0-9.]+$/.test(host);

/** Later, as a real failure comes: nobody has listeners on the socket yet. Until then it is connecting. */
function refuseOffline(socket, host) {
  const error = new Error(`vitrine run --offline refuses the connection to ${host}.`);
  socket.connecting = true;
  setImmediate(() => socket.destroy(Object.assign(error, { code: 'ECONNREFUSED', syscall: 'connect' })));
  return socket;
}
