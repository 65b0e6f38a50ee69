import { defineConfig } from 'vitest/config'

import { plantHole } from './tests/holes/plant-hole.ts'

/** How long a test looks for what must come: a busy machine is no failure, and only a failure lasts that long. */
const expectations = { poll: { timeout: 30_000 } }
// What was found is told whole: a run that cannot be looked into is read by its last lines.
const chaiConfig = { truncateThreshold: 0 }
const node = { environment: 'node', expect: expectations, chaiConfig } as const
/** Files share processes and no modules of ours: starting a process for each costs more than most of them. */
const shared = { ...node, isolate: false, setupFiles: 'tests/support/own-file.ts' } as const
const plugins = plantHole(import.meta.dirname)

/** One project per kind of test; the fast ones run first (tools/test.ts). */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // What is kept between runs knows nothing of holes: planted code would stay, or not come in.
    fsModuleCache: plugins.length === 0,
    projects: [
      {
        plugins,
        test: {
          ...shared,
          name: 'unit',
          include: ['{platform,engine,supabase,app,tools,tests/house}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.{db,browser}.test.{ts,tsx}', '**/node_modules/**', 'supabase/tests/**'],
          // Generous everywhere: a busy machine is no failure, and speed is measured by tests/bench.
          testTimeout: 60_000,
          // Functions' own servers are processes, and start before the first test.
          hookTimeout: 120_000,
        },
      },
      {
        plugins,
        test: {
          ...shared,
          name: 'db',
          include: ['platform/**/*.db.test.ts', 'supabase/tests/**/*.test.ts', 'supabase/functions/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: [
            'tests/support/temporary-folder.ts',
            'tests/support/database-server.ts',
            'tests/support/started-folder.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins,
        test: {
          ...shared,
          name: 'conformance',
          include: ['platform/conformance/src/**/*.conformance.ts'],
          globalSetup: ['tests/support/temporary-folder.ts', 'tests/support/database-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins,
        test: {
          ...shared,
          // Each look is a question to another process: half as many cost half as much, and find it as well. Where a
          // browser works beside a server and another test, a first page alone may take half a minute.
          expect: { poll: { timeout: 60_000, interval: 100 } },
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.ts'],
          globalSetup: ['tests/support/temporary-folder.ts', 'tests/support/started-folder.ts'],
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
