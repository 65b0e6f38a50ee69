// Shows the outbox and looks for new messages while the page is seen.
const words = {
  fr: {
    title: 'Boîte d’envoi',
    messages: 'Messages',
    empty: 'Aucun message pour l’instant.',
    copy: 'Copier',
    copied: 'Copié',
    html: 'Aperçu',
    text: 'Texte',
    to: 'À',
    news: (count) => `${count} nouveau${count > 1 ? 'x' : ''} message${count > 1 ? 's' : ''}`,
    explanation: 'Sans serveur de messagerie, ce qui serait envoyé reste ici, sur cette machine seulement.',
  },
  en: {
    title: 'Outbox',
    messages: 'Messages',
    empty: 'No message yet.',
    copy: 'Copy',
    copied: 'Copied',
    html: 'Preview',
    text: 'Text',
    to: 'To',
    news: (count) => `${count} new message${count > 1 ? 's' : ''}`,
    explanation: 'Without a mail server, what would be sent stays here, on this machine only.',
  },
}
const kinds = { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' }
const pauseMs = 1500

const language = navigator.language.startsWith('fr') ? 'fr' : 'en'
const say = words[language]
const find = (id) => document.getElementById(id)
const product = document.title
const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
const fullTime = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' })

let messages = null
let selected = null
let view = 'html'

document.documentElement.lang = language
document.title = `${say.title} · ${product}`
for (const element of document.querySelectorAll('[data-text]')) element.textContent = say[element.dataset.text]
for (const element of document.querySelectorAll('[data-title]')) element.title = say[element.dataset.title]
find('show-html').addEventListener('click', () => showView('html'))
find('show-text').addEventListener('click', () => showView('text'))
find('copy').addEventListener('click', () => void copyCode())

async function copyCode() {
  await navigator.clipboard.writeText(find('digits').value)
  find('copy').textContent = say.copied
}

/** The browser asks with the tag of what it has, and gets nothing when that is all. */
async function refresh() {
  const response = await fetch('/_dev/outbox/messages', { cache: 'no-cache' })
  if (!response.ok) return
  const found = await response.json()
  const known = new Set(messages?.map(({ name }) => name))
  const fresh = found.filter(({ name }) => !known.has(name))
  if (messages !== null && fresh.length === 0) return
  const isFirst = messages === null
  messages = found
  drawList()
  if (!isFirst) find('news').textContent = say.news(fresh.length)
  const [newest] = messages
  if (selected === null && newest !== undefined) show(newest)
}

function drawList() {
  const focused = document.activeElement?.dataset?.name
  find('empty').hidden = messages.length > 0
  find('list').replaceChildren(...messages.map(itemOf))
  if (focused !== undefined) document.querySelector(`[data-name="${focused}"]`)?.focus()
}

function itemOf(message) {
  const button = make(
    'button',
    '',
    make('span', 'to', message.to),
    make('span', 'at', time.format(new Date(message.at))),
  )
  const what = make('span', 'what', make('span', 'kind', kinds[message.channel]), message.subject ?? message.text)
  button.append(what)
  button.type = 'button'
  button.dataset.name = message.name
  button.setAttribute('aria-current', String(message.name === selected))
  button.addEventListener('click', () => show(message))
  return make('li', '', button)
}

function show(message) {
  selected = message.name
  for (const button of document.querySelectorAll('[data-name]')) {
    button.setAttribute('aria-current', String(button.dataset.name === selected))
  }
  find('message').hidden = false
  find('subject').textContent = message.subject ?? kinds[message.channel]
  find('facts').textContent = `${say.to} ${message.to} · ${fullTime.format(new Date(message.at))}`
  const digits = /(?<!\d)\d{6,10}(?!\d)/.exec(message.text.replace(/https?:\S+/g, ''))?.[0]
  find('code').hidden = digits === undefined
  find('digits').value = digits ?? ''
  find('copy').textContent = say.copy
  find('text').replaceChildren(...withLinks(message.text))
  find('views').hidden = !message.hasHtml
  find('html').src = message.hasHtml ? `/_dev/outbox/mails/${message.name}` : 'about:blank'
  showView(message.hasHtml ? view : 'text', message.hasHtml)
}

function showView(name, isWish = true) {
  if (isWish) view = name
  find('html').hidden = name !== 'html'
  find('text').hidden = name !== 'text'
  find('show-html').setAttribute('aria-pressed', String(name === 'html'))
  find('show-text').setAttribute('aria-pressed', String(name === 'text'))
}

function withLinks(text) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    if (index % 2 === 0) return part
    const link = make('a', '', part)
    link.href = part
    link.target = '_blank'
    link.rel = 'noopener'
    return link
  })
}

function make(name, className, ...children) {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.append(...children)
  return element
}

async function watch() {
  // A server that restarts is asked again.
  if (!document.hidden) await refresh().catch(() => {})
  setTimeout(() => void watch(), pauseMs)
}

await watch()
