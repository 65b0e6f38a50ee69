/** What tools, tests and measurements read of the environment: nothing that a running system knows. */

interface DevelopmentSetting {
  readonly name: string
  readonly unset: string
  readonly words: string
}

export const developmentSettings: readonly DevelopmentSetting[] = [
  {
    name: 'API_URL',
    unset: 'http://localhost:3000',
    words: 'Where the app’s development server sends what is for the wires.',
  },
  { name: 'CHROMIUM_PATH', unset: 'the usual places', words: 'The browser of browser tests.' },
  {
    name: 'TEST_DRAWS',
    unset: 'few',
    words: 'How often properties are drawn: `many` is what `npm run test:long` says.',
  },
  {
    name: 'TEST_COSTS',
    unset: 'nothing is written',
    words: 'A file that takes what each test file costs of the processor.',
  },
  { name: 'REQUESTS', unset: 'as TEST_DRAWS says', words: 'How many requests the property tests of rest/v1 draw.' },
  { name: 'SEED', unset: 'a new one', words: 'Draws the same requests again.' },
  { name: 'CONFORMANCE_URL', unset: 'a server of our own', words: 'Another server for the conformance scenarios.' },
  { name: 'CONFORMANCE_ANON_KEY', unset: 'none', words: 'Its public key.' },
  { name: 'CONFORMANCE_SERVICE_ROLE_KEY', unset: 'none', words: 'Its service key.' },
  { name: 'CONFORMANCE_JWT_SECRET', unset: 'a secret of the tests', words: 'What signs its tokens.' },
  {
    name: 'CONFORMANCE_LIBERAL_URL',
    unset: 'a server of our own',
    words: 'One that allows everything that can be switched on.',
  },
  { name: 'CONFORMANCE_SITE_URL', unset: 'https://shop.example', words: 'The site that its links lead to.' },
  { name: 'BENCH_KEEP', unset: 'not', words: 'Whether folders with logs of processes stay.' },
  { name: 'BENCH_MESSAGES', unset: 'as the measurement says', words: 'How many messages there are, or a second.' },
  { name: 'BENCH_SENT', unset: '200', words: 'How many of them are sent.' },
  { name: 'BENCH_ONLY', unset: 'all', words: 'Which parts of a measurement run.' },
  { name: 'BENCH_PEOPLE', unset: 'as the measurement says', words: 'How many people there are.' },
  { name: 'BENCH_REDIS_URL', unset: 'one of our own', words: 'The Redis between the processes.' },
  { name: 'BENCH_ROUNDS', unset: 'as the measurement says', words: 'How often each question is asked.' },
  { name: 'BENCH_SECONDS', unset: '5', words: 'How long a round of the ledger is.' },
  { name: 'BENCH_REQUESTS', unset: '20000', words: 'How many requests one window of the memory’s measurement has.' },
  { name: 'BENCH_PROMPTS', unset: 'all', words: 'How many of the prompts are painted.' },
  { name: 'BENCH_PICTURES', unset: '60', words: 'How many pictures stand in the engine’s queue.' },
  { name: 'BENCH_SIZES', unset: '1000,5000,10000', words: 'How many websockets there are, one measurement each.' },
  { name: 'SOCIAL_DATABASE_URL', unset: 'one that is filled first', words: 'A database with a crowd in it.' },
  { name: 'UPLOAD_BYTES', unset: '2000000000', words: 'The size of the file that is sent.' },
  { name: 'GENERATIONS', unset: '1000', words: 'How many orders are placed while workers are killed.' },
  { name: 'KILLS', unset: '30', words: 'How many workers are killed.' },
]
