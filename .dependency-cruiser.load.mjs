/** What the functions load before they do anything; types and what is loaded later are left out. */
export default {
  forbidden: [
    {
      name: 'native-code-in-the-picture-worker',
      comment:
        'What decodes, paints or threads is Node’s alone: it is loaded by the rooms that deal with pictures, and by nobody before they are needed.',
      severity: 'error',
      from: {
        path: '^supabase/functions/',
        pathNot: [
          '^supabase/functions/_shared/generation/worker/',
          '^supabase/functions/_shared/image-engines/',
          '^supabase/functions/_shared/intelligence/images/',
          '^supabase/functions/_shared/workflows/enlarge-(picture|stored)\\.ts$',
          '^supabase/functions/_shared/commissions/draw-preview\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: {
        path: ['(^|/)(sharp|piscina)(/|$)', '^(node:)?worker_threads$', '^engine/src/index\\.ts$'],
        reachable: true,
      },
    },
    {
      name: 'sharp-is-set-up-first',
      comment: 'Its threads and its cache are the whole process’s: the functions take it from where both are set.',
      severity: 'error',
      from: {
        path: '^supabase/functions/',
        pathNot: ['^supabase/functions/_shared/image-engines/pictures/decoder\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: '(^|/)sharp(/|$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { dynamic: true },
    tsPreCompilationDeps: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
}
