import { expect, test } from 'vitest'

import { embedCode } from './embed-code.ts'

test('what people wrote stays text in the code for other sites', () => {
  const code = embedCode({
    address: 'https://x.example/post/1',
    picture: 'https://x.example/a.webp?width=960&quality=75',
    width: 1024,
    height: 512,
    alt: '"><script>alert(1)</script>',
    caption: 'Image de <b>Awa</b>',
  })
  expect(code).toContain('alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(code).toContain('>Image de &lt;b&gt;Awa&lt;/b&gt;<')
  expect(code).toContain('a.webp?width=960&amp;quality=75" width="480" height="240"')
  expect(code).not.toContain('<script')
})
