import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import { describe, expect, it } from 'vitest'

import { addressReader, clientNetwork, type TrustProxy } from './client-address.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is %s', (ip, network) => {
    expect(clientNetwork(ip)).toBe(network)
  })

  it('is nothing for a connection that is gone', () => {
    expect(clientNetwork(undefined)).toBe('')
  })
})

describe('where a request comes from', () => {
  it.each([
    { trust: false, address: '10.0.0.1' },
    { trust: 1, address: '203.0.113.9' },
    { trust: ['10.0.0.0/8'], address: '203.0.113.9' },
    { trust: ['192.168.0.0/16'], address: '10.0.0.1' },
  ] satisfies { trust: TrustProxy; address: string }[])('trusting $trust: $address', ({ trust, address }) => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' })
    const request = new IncomingMessage(socket)
    request.headers['x-forwarded-for'] = '198.51.100.7, 203.0.113.9'
    expect(addressReader(trust)(request)).toBe(address)
  })
})
