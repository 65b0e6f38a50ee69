import { expect, test } from 'vitest'

import { neededBy } from './lean-react-dom.ts'

test.each([
  ['a.ts', `import { useState, Activity } from 'react'`],
  ['a.tsx', `import {\n  Activity,\n  type ReactNode,\n} from 'react'`],
  ['a.js', `import{hydrateRoot as h}from"react-dom/client";`],
  ['a.ts', `import { flushSync, preload } from 'react-dom'`],
  ['a.js', `React.Profiler`],
  ['a.tsx', `<Fragment key={id} ref={around}>`],
  ['a.tsx', `<><title>{name}</title></>`],
  ['a.tsx', `<link\n  rel="stylesheet"\n  href={href} />`],
  ['a.tsx', `<model-viewer src={src} />`],
])('%s stops the build: %s', (id, code) => {
  expect(neededBy(id, code)).toBeDefined()
})

test.each([
  ['a.tsx', `import Activity from 'lucide-react/icons/activity'`],
  ['a.ts', `import { preload } from './preload.ts'\nimport { useId } from 'react'`],
  ['a.tsx', `<Fragment key={id}><header className="h-4" /><Link to="/" /></Fragment>`],
  ['a.ts', 'const page = `<html><title>${name}</title></html>`'],
])('%s does not: %s', (id, code) => {
  expect(neededBy(id, code)).toBeUndefined()
})
