import { expect, test } from 'vitest'

import { embedCode } from './embed-code.ts'

test('what people wrote stays text in the code for other sites', () => {
  const code = embedCode({
    frame: 'https://x.example/functions/v1/link-preview?format=frame&url=1',
    width: 1024,
    height: 512,
    title: '"><script>alert(1)</script>',
  })
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(code).toContain('link-preview?format=frame&amp;url=1" width="480" height="304"')
  expect(code).not.toContain('<script')
})
