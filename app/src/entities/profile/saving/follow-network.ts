/** The data saver of whoever wants it away from Wi-Fi alone follows the network. */
import { queryClient } from '#data/query-client.ts'
import { changeDisplaySettings } from '#ui/display/change-display.ts'

import { mySettingsQuery } from '../my-settings.ts'
import { network, saverFor } from './mobile-data.ts'

let stop: AbortController | undefined

/** Whoever saves away from Wi-Fi alone has pictures at once where they come home to it. */
export function followNetwork(userId: string): void {
  stop?.abort()
  stop = new AbortController()
  const adapt = () => {
    const wish = queryClient.getQueryData(mySettingsQuery(userId).queryKey)?.data_saver
    if (wish === 'cellular') changeDisplaySettings({ saver: saverFor(wish) })
  }
  adapt()
  network()?.addEventListener('change', adapt, { signal: stop.signal })
}
