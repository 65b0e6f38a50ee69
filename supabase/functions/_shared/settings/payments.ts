/** What an operator decides about payments. */
import { anyText, area, onOff, secret, webAddress, list, text } from './reader.ts'

export const paymentSettings = {
  sandbox: {
    name: 'PAYMENTS_SANDBOX',
    form: onOff,
    unset: 'on, but where `APP_ENV` is `production`',
    words:
      'Whether credits can be bought from the embedded sandbox, where no money moves. Not beside keys of real money.',
  },
  commissionsLive: {
    name: 'COMMISSIONS_LIVE',
    form: onOff,
    default: false,
    words:
      'Whether orders may be paid with real money: only with a licensed way of holding funds. With the sandbox they always may.',
  },
  fedapayKey: {
    name: 'FEDAPAY_SECRET_KEY',
    form: secret('sk_live_… or sk_sandbox_…', /^sk_(?:live|sandbox)_\S+$/),
    words: 'Our key at FedaPay, for Mobile Money.',
  },
  fedapayWebhookSecrets: {
    name: 'FEDAPAY_WEBHOOK_SECRETS',
    form: list(text(/^\S{8,}$/, 'a secret'), { expected: 'secrets, with commas between them' }),
    default: [] as readonly string[],
    words: 'What FedaPay signs its webhooks with: two while one is being replaced.',
  },
  fedapayUrl: {
    name: 'FEDAPAY_API_URL',
    form: webAddress('http://127.0.0.1:4400'),
    unset: 'FedaPay’s own, by the kind of the key',
    words: 'Another address of its API, of this machine alone: for tests.',
  },
  stripeKey: {
    name: 'STRIPE_SECRET_KEY',
    form: secret('sk_live_… or sk_test_…', /^[sr]k_(?:live|test)_\S+$/),
    words: 'Our key at Stripe, for cards, and for withdrawals to banks (Connect).',
  },
  stripeWebhookSecrets: {
    name: 'STRIPE_WEBHOOK_SECRETS',
    form: list(text(/^\S{8,}$/, 'a secret'), { expected: 'secrets, with commas between them' }),
    default: [] as readonly string[],
    words:
      'What Stripe signs its webhooks with, those about accounts of people who earn (Connect) included: each has its own.',
  },
  stripeUrl: {
    name: 'STRIPE_API_URL',
    form: webAddress('http://127.0.0.1:4500'),
    unset: 'Stripe’s own',
    words: 'Another address of its API, of this machine alone: for tests. Not with a key of real money.',
  },
  sellerName: {
    name: 'SELLER_NAME',
    form: anyText,
    default: 'Cortexia',
    words: 'Who sells, as receipts print it.',
  },
  sellerAddress: {
    name: 'SELLER_ADDRESS',
    form: text(/^.{2,120}, .{2,60}$/u, 'street, town'),
    words: 'The seller’s address on receipts.',
  },
  sellerRegistration: {
    name: 'SELLER_REGISTRATION',
    form: text(/^[A-Z]{2}[\w/ .-]{3,38}$/, 'RB/COT/26 B 1234'),
    words: 'The seller’s number in the register of companies (RCCM) on receipts.',
  },
  sellerTaxNumber: {
    name: 'SELLER_TAX_NUMBER',
    form: text(/^[\dA-Z ]{5,20}$/, '3202600000000'),
    words: 'The seller’s tax number (IFU) on receipts.',
  },
}

export const paymentArea = area({ title: 'Payments', settings: paymentSettings })
