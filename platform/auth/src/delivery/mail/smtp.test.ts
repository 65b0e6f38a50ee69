import { createServer, type AddressInfo, type Server } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { createSmtpMailer } from './smtp.ts'

let server: Server
afterEach(() => server.close())

/** RFC 5321's conversation as far as one mail needs it. `refuses` names a command that fails. */
async function listen(refuses?: string): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  server = createServer((socket) => {
    let data: string | null = null
    socket.setEncoding('utf8').write('220 shop.example ESMTP\r\n')
    let rest = ''
    socket.on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (data !== null && line !== '.') {
          data += `${line}\n`
          continue
        }
        const command = line.slice(0, 4)
        received.push(data === null ? line : data)
        data = command === 'DATA' ? '' : null
        if (command === refuses) socket.write('550 no such mailbox\r\n')
        else if (command === 'DATA') socket.write('354 go on\r\n')
        else socket.write(command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const mail = {
  to: 'ada@shop.example',
  subject: 'Bonjour à vous',
  text: 'Il était une fois',
  html: '<p>Il était une fois</p>',
}

describe('a mail server', () => {
  it('gets the mail in both forms', async () => {
    const { url, received } = await listen()
    await using mailer = await createSmtpMailer({ url, from: 'Bookshop <hello@shop.example>' })
    await mailer.sendMail(mail)
    expect(received).toContain('MAIL FROM:<hello@shop.example>')
    expect(received).toContain('RCPT TO:<ada@shop.example>')
    const message = received.find((line) => line.includes('MIME-Version'))!
    expect(message).toMatch(/^From: Bookshop <hello@shop.example>$/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(message).not.toContain('List-Unsubscribe')
    expect(message).toContain('text/plain')
    expect(message).toContain('text/html')
  })

  it('is told how a mail is ended by the program that shows it', async () => {
    const { url, received } = await listen()
    await using mailer = await createSmtpMailer({ url, from: 'hello@shop.example' })
    await mailer.sendMail({ ...mail, unsubscribe: 'https://shop.example/stop?token=a' })
    const message = received.find((line) => line.includes('MIME-Version'))!
    expect(message).toMatch(/^List-Unsubscribe: <https:\/\/shop\.example\/stop\?token=a>$/m)
    expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  })

  it('that refuses is an error', async () => {
    const { url } = await listen('RCPT')
    await using mailer = await createSmtpMailer({ url, from: 'hello@shop.example' })
    await expect(mailer.sendMail(mail)).rejects.toThrow('no such mailbox')
  })

  it('that is silent is an error in time', async () => {
    server = createServer(() => {})
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    await using mailer = await createSmtpMailer({ url, from: 'hello@shop.example', timeoutMs: 100 })
    await expect(mailer.sendMail(mail)).rejects.toThrow(/Greeting never received|Timeout/)
  })
})
