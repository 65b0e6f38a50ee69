import { launchBrowser, phone, desktop } from './support/browser.ts'
import { startSystem } from './support/start-system.ts'
import { arrive } from './e2e/talking-people.ts'
const system = await startSystem()
const browser = await launchBrowser()
const kossi = await arrive(system, browser, { name: 'Kossi', viewport: phone })
const awa = await arrive(system, browser, { name: 'Awa', viewport: desktop })
const mine = awa.page
await mine.goto(`/profile/${kossi.id}`)
await mine.getByRole('button', { name: 'Message', exact: true }).click()
await mine.getByText('Seuls vous et Kossi').waitFor()
const cdp = await awa.context.newCDPSession(mine)
await cdp.send('Debugger.enable')
cdp.on('Debugger.paused', (e: any) => { console.log(e.callFrames.slice(0, 14).map((f: any) => `${f.functionName} ${f.url.slice(-24)}:${f.location.lineNumber}:${f.location.columnNumber}`).join('\n')); void cdp.send('Debugger.resume') })
await mine.getByRole('textbox', { name: 'Votre message' }).fill('Bonjour')
void mine.getByRole('button', { name: 'Envoyer', exact: true }).click().catch(() => 0)
for (let i = 0; i < 3; i++) { await new Promise((r) => setTimeout(r, 2000)); console.log('---'); void cdp.send('Debugger.pause').catch(()=>0); }
await new Promise((r) => setTimeout(r, 1000))
console.log(awa.complaints)
process.exit(0)
