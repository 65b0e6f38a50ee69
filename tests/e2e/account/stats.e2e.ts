/** /stats: views that another browser really saw, drawn, walked by the keyboard, as a table and as a file. */
import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { startAxe } from '../../support/axe.ts'
import { desktop, phone, visit } from '../../support/browser.ts'
import { join, returning } from '../../support/people.ts'
import { addedScripts } from '../support/added-scripts.ts'
import { startedProduct } from '../support/product.ts'
import { publishPosts, serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

test('a picture that somebody looked at for a second is a view; its author reads it as a line, a table and a file', async () => {
  const [awa, kossi] = [await join(product.system), await join(product.system)]
  const [seen, below] = await publishPosts(product.system, { userId: awa.user.id, count: 2 })
  const service = serviceOf(product.system)
  const past = new Date(Date.now() - 5 * 86_400_000).toISOString()
  await service.from('feed_posts').update({ created_at: past }).eq('id', below?.id).throwOnError()
  await service.from('post_likes').insert({ post_id: seen?.id, user_id: kossi.user.id }).throwOnError()
  const reader = await visit(product.browser, product.system.url, { viewport: phone, storage: returning(kossi) })
  const told = reader.page.waitForResponse((answer) => answer.url().includes('/rpc/report_views'))
  await reader.page.goto(`/post/${seen?.id}`)
  expect((await told).status()).toBe(204)
  expect((await told).request().postDataJSON()).toEqual({ p_views: [{ post_id: seen?.id, source: 'link' }] })
  await reader.context.close()

  // The worker folds every ten seconds.
  const author = await visit(product.browser, product.system.url, { viewport: desktop, storage: returning(awa) })
  await author.page.goto('/stats?days=7')
  const views = author.page.getByRole('button', { name: /^Vues/u })
  await expect
    .poll(
      async () => {
        await author.page.reload()
        return (await views.textContent()) ?? ''
      },
      { interval: 2_000 },
    )
    .toMatch(/^Vues1.*1 personne touchée/u)
  const chart = author.page.getByRole('img', { name: /^Vues, du .* : 1\. Maximum 1 le/u })
  await chart.focus()
  await author.page.keyboard.press('End')
  await author.page.getByText(/ : 1, en cours$/u).waitFor({ state: 'attached' })
  await author.page.getByRole('button', { name: 'Tableau' }).first().click()
  await author.page
    .getByRole('table', { name: 'Vues par jour' })
    .getByRole('row')
    .nth(1)
    .getByRole('cell', { name: '1' })
    .waitFor()
  await author.page.getByText('Moins de 10 personnes : la provenance reste cachée.').waitFor()
  await author.page
    .getByRole('button', { name: /^J’aime/u })
    .first()
    .click()
  await author.page.getByRole('heading', { name: 'J’aime par jour' }).waitFor()
  const rows = author.page.getByRole('region', { name: 'Vos publications les plus vues' }).getByRole('row')
  expect(await rows.count()).toBe(3)
  expect(await rows.nth(1).getByRole('link').getAttribute('href')).toBe(`/post/${seen?.id}`)
  expect(await rows.nth(2).getByRole('link').getAttribute('href')).toBe(`/post/${below?.id}`)
  const download = author.page.waitForEvent('download')
  await author.page.getByRole('button', { name: 'CSV par jour' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n')[0]).toBe(
    "\ufeffdate;vues;personnes;j'aime;commentaires;remix;enregistrements;abonnes_gagnes;abonnes_perdus",
  )
  expect(file.trimEnd().split('\r\n').at(-1)).toMatch(/^\d{4}-\d\d-\d\d;1;1;1;0;0;0;0;0$/u)
  const { violations } = await startAxe()
  expect(await violations(author.page, 'stats on a desktop')).toEqual([])
  expect([...reader.complaints, ...author.complaints]).toEqual([])
  await author.context.close()
})

/** In bytes, gzip: what /stats brings beyond the shell. */
const budget = 25_000

test('the code of /stats is small', async () => {
  const awa = await join(product.system)
  await publishPosts(product.system, { userId: awa.user.id, count: 1 })
  const { page, context } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: returning(awa),
  })
  const { added, weight } = await addedScripts(page, '/stats', () =>
    page.getByRole('heading', { name: 'Vues par jour' }).waitFor(),
  )
  expect(added.length).toBeGreaterThan(0)
  expect(weight).toBeLessThan(budget)
  await context.close()
})

test('who has published nothing is told when figures come; on a narrow phone nothing is wider than the screen', async () => {
  const awa = await join(product.system)
  const { context, page, complaints } = await visit(product.browser, product.system.url, {
    viewport: { width: 320, height: 640 },
    storage: returning(awa),
  })
  await page.goto('/stats')
  await page.getByText('Les chiffres arrivent après votre première publication.').waitFor()
  await publishPosts(product.system, { userId: awa.user.id, count: 1 })
  await page.reload()
  await page.getByRole('heading', { name: 'Vues par jour' }).waitFor()
  // One day is a figure, not a line; of each publication the figure that is chosen is in sight.
  await page.getByText('La courbe vient avec le troisième jour.').waitFor()
  const top = page.getByRole('region', { name: 'Vos publications les plus vues' })
  await top.getByLabel('Trier par').selectOption('Enregistrements')
  const figure = await top.getByRole('row').nth(1).getByRole('cell').boundingBox()
  expect(figure!.x + figure!.width).toBeLessThanOrEqual(320)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const { violations } = await startAxe()
  expect(await violations(page, 'stats on a narrow phone')).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
