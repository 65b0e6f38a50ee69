/** What functions are told by whoever runs them: our server tells all of it, the hosted service what it knows. */
import { anyText, choice, onOff, secret, text, webAddress } from './reader.ts'

export const runtimeSettings = {
  appEnv: {
    name: 'APP_ENV',
    form: choice(['production', 'development']),
    default: 'production' as const,
    words: 'Whether people depend on this installation.',
  },
  processes: {
    name: 'PROCESSES',
    form: choice(['one', 'several']),
    default: 'several' as const,
    words: 'Whether other processes may serve the same people: quotas are counted together then.',
  },
  works: {
    name: 'WORKS',
    form: onOff,
    default: true,
    words: 'Whether this process makes what is ordered; where it does not, others do.',
  },
  url: { name: 'SUPABASE_URL', form: webAddress(), words: 'Where functions reach the wires.' },
  publicUrl: { name: 'SUPABASE_PUBLIC_URL', form: webAddress(), words: 'Where people reach them, if elsewhere.' },
  dnsServer: {
    name: 'DNS_SERVER',
    form: text(/^(?:[\d.]+|\[[\da-f:]+\])(?::\d{1,5})?$/, 'an IP address, with a port or without'),
    unset: 'the machine’s own',
    words: 'The name server that people’s domains are looked up at.',
  },
  anonKey: { name: 'SUPABASE_ANON_KEY', form: secret('a key'), words: 'The public key.' },
  serviceRoleKey: {
    name: 'SUPABASE_SERVICE_ROLE_KEY',
    form: secret('a key'),
    words: 'The key that passes every policy.',
  },
  workerKey: {
    name: 'SUPABASE_WORKER_KEY',
    form: secret('a key'),
    words: 'A key that may make what was ordered and nothing else, for a picture worker elsewhere.',
  },
  vapidPublicKey: { name: 'VAPID_PUBLIC_KEY', form: anyText, words: 'Who we are to the push services of browsers.' },
  vapidPrivateKey: { name: 'VAPID_PRIVATE_KEY', form: secret('a key'), words: 'Signs what we send them.' },
  vapidSubject: { name: 'VAPID_SUBJECT', form: anyText, words: 'Where they find whoever runs this.' },
}

export const logSettings = {
  logLevel: {
    name: 'LOG_LEVEL',
    form: choice(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info' as const,
    words: 'The least that is worth a line of the log.',
  },
  logFormat: {
    name: 'LOG_FORMAT',
    form: choice(['auto', 'json', 'human']),
    default: 'auto' as const,
    words: 'Lines of JSON, or lines for people.',
  },
}
