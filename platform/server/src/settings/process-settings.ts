/** What an operator decides about the process: where it is reached, where its data lies, its keys, its mails, its log. */

import { isIP } from 'node:net'

import { anyText, area, choice, onOff, secret, text, webAddress, whole, type Form } from './reader.ts'
import { rolesForm } from './roles.ts'

export const publicAddress: Form<string> = {
  expected: 'https://host, without a path',
  parse: (given) => {
    const url = URL.parse(given)
    const isPlain = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
    return isPlain ? url.origin : undefined
  },
}

/** Ports that no browser and no `fetch` connects to (the Fetch standard's « bad ports »), above those that need rights. */
const refusedPorts = new Set([1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10_080])

const anyPort = whole(0, 65_535)
const port: Form<number> = {
  expected: `${anyPort.expected}, not 6665 to 6669 nor another that browsers refuse`,
  parse: (given) => {
    const number = anyPort.parse(given)
    const isRefused = number !== undefined && (refusedPorts.has(number) || (number >= 6665 && number <= 6669))
    return isRefused ? undefined : number
  },
}

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])

const proxies: Form<number | readonly string[] | false> = {
  expected: 'the number of proxies in front, or their addresses and networks: loopback, 10.0.0.0/8',
  parse: (given) => {
    if (/^\d$/.test(given)) return given === '0' ? false : Number(given)
    const networks = given.split(',').map((network) => network.trim())
    return networks.every(isNetwork) ? networks : undefined
  },
}

const isNetwork = (given: string): boolean => namedNetworks.has(given) || isAddressRange(given)

export function isAddressRange(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export const networkArea = area({
  title: 'Where people reach the server',
  settings: {
    port: {
      name: 'PORT',
      form: port,
      default: 3_000,
      words: 'The port on which the server listens; 0 picks a free one.',
    },
    host: {
      name: 'HOST',
      form: text(/^[\w.:-]+$/, '127.0.0.1, 0.0.0.0 for all networks, or a host name'),
      default: '127.0.0.1',
      words:
        'The address on which it listens: this machine only, unless you say 0.0.0.0, as for phones on the same network.',
    },
    publicUrl: {
      name: 'PUBLIC_URL',
      form: publicAddress,
      unset: 'what the request names',
      words: 'The address that people type, where a proxy stands in front.',
    },
    securityContact: {
      name: 'SECURITY_CONTACT',
      form: text(/^(?:mailto:\S+@\S+|https:\/\/\S+)$/, 'mailto:security@host, or an https:// page'),
      unset: 'nobody, and there is no /.well-known/security.txt',
      words: 'Whom somebody tells who found a way in (RFC 9116).',
    },
    appEnv: {
      name: 'APP_ENV',
      form: choice(['production', 'development']),
      unset: 'production where PUBLIC_URL is https, else development',
      words: 'Whether people depend on this server: in production nothing that exists for trying things out is there.',
    },
    appWorker: {
      name: 'APP_WORKER',
      form: choice(['caching', 'plain']),
      unset: 'what release.json says, else caching',
      words:
        'Which service worker devices get; `plain` takes every kept copy of the app off them, so that pages come from the server again, and leaves push messages as they are.',
    },
    trustProxy: {
      name: 'TRUST_PROXY',
      form: proxies,
      unset: 'none',
      words: 'Proxies whose X-Forwarded-* headers count.',
    },
    stopDelay: {
      name: 'STOP_DELAY',
      form: whole(0, 20, 'seconds'),
      default: 0,
      words: 'How long the server is unready before it closes the port, for a load balancer to notice.',
    },
    shedsLoad: {
      name: 'SHED_LOAD',
      form: onOff,
      default: true,
      words: 'While the process cannot keep up, reads of visitors are answered 503, so that those of members go on.',
    },
  },
})

const databaseAddress = {
  form: secret('postgres://user:password@host:5432/database', /^postgres(?:ql)?:\/\/\S+$/),
}

const databaseUrl = {
  ...databaseAddress,
  name: 'DATABASE_URL',
  unset: 'the built-in PostgreSQL',
  words: 'Another PostgreSQL, 15 or newer, by the address of an owner who may create roles.',
}

export const dataArea = area({
  title: 'Data',
  settings: {
    folder: {
      name: 'DATA_DIR',
      form: anyText,
      default: '.data',
      words: 'The folder of the database, of uploaded files, of outgoing mail and of generated secrets.',
    },
    databaseUrl,
    gatewayUrl: {
      ...databaseAddress,
      name: 'DATABASE_GATEWAY_URL',
      unset: 'DATABASE_URL, as `authenticator`, whose password the server sets',
      words:
        'The address at which people’s requests log in, as `authenticator`: where the owner may not set its password, or past a pooler that keeps sessions.',
    },
    gatewayPool: {
      name: 'DATABASE_POOL',
      form: whole(1, 200, 'connections'),
      default: 10,
      words:
        'How many connections one process has for people’s requests; all processes together, with those of DATABASE_SYSTEM_POOL and four each, must fit what PostgreSQL allows.',
    },
    systemPool: {
      name: 'DATABASE_SYSTEM_POOL',
      form: whole(1, 50, 'connections'),
      default: 4,
      words: 'How many one process has for its own work.',
    },
    seed: {
      name: 'SEED_DEMO',
      form: choice(['on', 'off']),
      default: 'on' as const,
      words:
        'Demo people and pictures at the first start; `off` takes those of an earlier start away again, and leaves what real people made.',
    },
  },
  check({ gatewayUrl }, refusals) {
    if (gatewayUrl !== undefined) refusals.require(databaseUrl, 'DATABASE_GATEWAY_URL')
  },
})

const jwtSecret = {
  name: 'JWT_SECRET',
  form: secret('at least 32 characters without blanks', /^\S{32,}$/),
  unset: 'keys made at the first start',
  words:
    'Signs all tokens until the first `npm run keys:rotate`, and stays good; the same for every process behind one address.',
}

const roleSetting = {
  name: 'ROLE',
  form: rolesForm,
  default: ['all'] as const,
  words:
    'What this process does, of several that share a database: `web` serves pages and wires, `realtime` websockets, `worker` what nobody asks for and what was ordered, `relay` reads the log of changes for all (see REALTIME_CHANGES; of several one does, the others wait); `migrate` brings the database up to date and ends.',
}

export const rolesArea = area({
  title: 'One of several processes',
  settings: {
    roles: roleSetting,
    migrations: {
      name: 'MIGRATIONS',
      form: choice(['run', 'wait']),
      default: 'run' as const,
      words:
        'Who brings the database up to date: this process at its start, or another one, for which it waits, unready.',
    },
  },
  check({ roles }, refusals) {
    if (roles.includes('all') && roles.length === 1) return
    const because = `ROLE=${roles.join()}`
    refusals.require(databaseUrl, because)
    if (roles.includes('migrate') && roles.length > 1)
      refusals.reject('ROLE', 'names migrate beside another role', 'migrate alone')
    if (!roles.includes('migrate')) refusals.require(jwtSecret, because)
    if (roles.includes('relay') && !refusals.isSet('REDIS_URL'))
      refusals.reject('REDIS_URL', `is missing beside ${because}`, 'the Redis where nodes hear of changes')
  },
})

const jwt = secret('a JWT signed with JWT_SECRET', /^[\w-]+\.[\w-]+\.[\w-]+$/)

export const keysArea = area({
  title: 'Keys',
  settings: {
    jwtSecret,
    anonKey: {
      name: 'ANON_KEY',
      form: jwt,
      unset: 'derived from what signs',
      words: 'The public key of the app, with the role anon.',
    },
    serviceRoleKey: {
      name: 'SERVICE_ROLE_KEY',
      form: jwt,
      unset: 'derived from what signs',
      words: 'The key that passes every policy, with the role service_role.',
    },
  },
  // Without the secret that signed them, the server could not accept its own keys.
  check({ anonKey, serviceRoleKey }, refusals) {
    if (refusals.isSet('JWT_SECRET')) return
    for (const [name, key] of Object.entries({ ANON_KEY: anonKey, SERVICE_ROLE_KEY: serviceRoleKey }))
      if (key !== undefined) refusals.reject(name, 'stands without JWT_SECRET', 'both, or neither')
  },
})

const mailSettings = {
  url: {
    name: 'SMTP_URL',
    form: secret('smtp://user:password@host:587, or smtps://', /^smtps?:\/\/\S+$/),
    unset: 'mails stay in DATA_DIR/outbox, shown at /_dev/outbox, and addresses count as confirmed',
    words: 'The mail server; with it addresses must be confirmed, and mails wait for a day while it is down.',
  },
  from: {
    name: 'MAIL_FROM',
    form: text(/^[^\r\n]*\S+@\S+$/, 'Name <address@host>'),
    words: 'Who writes; needed beside SMTP_URL.',
  },
  language: {
    name: 'MAIL_LANGUAGE',
    form: choice(['fr', 'en']),
    default: 'fr' as const,
    words: 'The language of mails to people whose own is not known.',
  },
}

export const mailArea = area({
  title: 'Mail',
  settings: mailSettings,
  check({ url }, refusals) {
    if (url !== undefined) refusals.require(mailSettings.from, 'SMTP_URL')
  },
})

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const watchArea = area({
  title: 'Watching',
  settings: {
    logLevel: {
      name: 'LOG_LEVEL',
      form: choice(logLevels),
      default: 'info' as const,
      words: 'The least that is worth a line of the log.',
    },
    logFormat: {
      name: 'LOG_FORMAT',
      form: choice(['auto', 'json', 'human']),
      default: 'auto' as const,
      words: 'Lines of JSON, or lines for people; auto: for people on a terminal.',
    },
    metricsToken: {
      name: 'METRICS_TOKEN',
      form: secret('at least 16 characters without blanks', /^\S{16,}$/),
      unset: 'this machine only',
      words: 'Opens `/metrics` to other machines that send it as `Authorization: Bearer …`.',
    },
    tracesTo: {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      form: webAddress('https://host:4318'),
      unset: 'nowhere',
      words:
        'A collector of OpenTelemetry that takes traces by HTTP: what requests, schedules and the database did, never whose.',
    },
    tracesHeaders: {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      form: secret('name=value, several with commas between them', /^[\w-]+=[^,=\s]+(?:,[\w-]+=[^,=\s]+)*$/),
      unset: 'none',
      words: 'What the collector wants to hear beside them, e.g. a key.',
    },
    tracesPercent: {
      name: 'TRACES_PERCENT',
      form: whole(0, 100, 'traces of a hundred'),
      default: 1,
      words:
        'How many are told; those in which something failed, and those that somebody else began to tell, always are.',
    },
  },
})

/** Who we are to the push services of browsers. */
export const pushArea = area({
  title: 'Push messages',
  settings: {
    privateKey: {
      name: 'VAPID_PRIVATE_KEY',
      form: secret('the 32 bytes of a P-256 private key in base64url', /^[\w-]{43}$/),
      unset: 'derived from JWT_SECRET, else made at the first start',
      words: 'Signs what we send to the push services of browsers; with another key nobody is subscribed any more.',
    },
    subject: {
      name: 'VAPID_SUBJECT',
      form: text(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'mailto:name@host, or an https:// address'),
      unset: 'PUBLIC_URL, else MAIL_FROM',
      words: 'Where a push service finds whoever runs this server.',
    },
  },
})
