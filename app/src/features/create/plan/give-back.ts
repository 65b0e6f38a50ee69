import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'

/** The price of a creation back, or why not. */
export async function giveBack(id: string): Promise<'givenBack' | 'giveBackLimit' | 'tooLate' | 'notGivenBack'> {
  try {
    await callSignedIn('give_back_generation', { generation_id: id })
    return 'givenBack'
  } catch (error) {
    const hint = error instanceof DataError ? error.hint : undefined
    if (hint === 'give_back_limit') return 'giveBackLimit'
    return hint === 'nothing_to_give_back' ? 'tooLate' : 'notGivenBack'
  }
}
