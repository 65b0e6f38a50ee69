/** What an operator decides about accounts. */
import { anyOf, area } from './reader.ts'

export const accountSettings = {
  geoipDatabase: {
    name: 'GEOIP_DATABASE_FILE',
    form: anyOf('the path of an .mmdb file'),
    unset: 'no city is shown',
    words:
      'A database of networks (DB-IP City Lite or GeoLite2 City), by which people read in which city each of their sessions is. It is read on this machine; nobody is asked, and no city is kept. DB-IP is named where its cities are shown.',
  },
}

export const accountArea = area({ title: 'Accounts', settings: accountSettings })
