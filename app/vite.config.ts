import { fileURLToPath } from 'node:url'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import release from '../release.json' with { type: 'json' }
import { appFiles } from './build/app-files.ts'
import { bootScript } from './build/boot-script.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { drawings } from './build/drawings.ts'
import { fonts } from './build/fonts.ts'
import { lateMutations } from './build/late-mutations.ts'
import { leanPreload } from './build/lean-preload.ts'
import { noSecrets } from './build/no-secrets.ts'
import { ownCopy } from './build/own-copy.ts'
import { pagePolicy } from './build/page-policy.ts'
import { precompress } from './build/precompress.ts'
import { leanReactDom } from './build/react/lean-react-dom.ts'
import { routeList } from './build/route-list.ts'
import { serviceWorkers } from './build/service-worker.ts'
import { slimIcons } from './build/slim-icons.ts'
import { styleSheets } from './build/styles/style-sheets.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const server = process.env['API_URL'] ?? 'http://localhost:3000'
const services = ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1', '/realtime/v1', '/api', '/livez']

export default defineConfig({
  root: here('.'),
  plugins: [
    // Only what renders often: in the frame the compiled caches would cost 4 kB of the first load for nothing. Cards
    // keep themselves (memo) and say « use no memo ».
    react({ compiler: { sources: ['src/features', 'src/entities'] } }),
    slimIcons(),
    lateMutations(),
    leanPreload(),
    leanReactDom(),
    // The first page only unfolds these hashes; who sends a picture makes one.
    ownCopy({ of: 'thumbhash', inFile: 'entities/message/outbox/send-files.ts' }),
    tailwindcss(),
    fonts(here('../node_modules/.cache/fonts')),
    drawings(here('../engine/src/objects/subjects/data/drawings')),
    bootScript(here('./src/boot.ts')),
    routeList(),
    pagePolicy(),
    styleSheets(),
    serviceWorkers(here('./src/service-worker')),
    noSecrets(),
    appFiles(release.version),
    precompress(here('./dist')),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 1024,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
        // The first script lists all the others: their names would be a good part of it.
        chunkFileNames: 'assets/[hash].js',
      },
    },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(services.map((path) => [path, { target: server, ws: path.startsWith('/realtime') }])),
    fs: { allow: ['..'] },
  },
})
