/** Networks whose single addresses are shared by many people, as those of mobile carriers. */
import { BlockList, isIP } from 'node:net'

/** How many times as much one of their addresses may. */
export const crowdSize = 10

export type IsCrowded = (ip: string) => boolean

/** @param networks addresses, or ranges as `41.66.0.0/16` */
export function crowdsOf(networks: readonly string[]): IsCrowded {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (ip) => isIP(ip) > 0 && list.check(ip, familyOf(ip))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
