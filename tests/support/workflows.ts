/** Workflows as somebody would have saved them, for tests that are about what comes after. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

export function clientOf(system: { url: string; anonKey: string }, token: string): SupabaseClient {
  return createClient(system.url, system.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  })
}

export interface KeptWorkflow {
  title: string
  /** Of: improve, generate, choose. */
  steps: 2 | 3
  /** Pictures that the generating step makes. */
  count?: number
  /** How often it generates. */
  again?: number
  /** The form asks for a picture too. */
  photo?: boolean
}

/** Answers its id. */
export async function keepWorkflow(
  client: SupabaseClient,
  { title, steps, count = 2, again = 1, photo = false }: KeptWorkflow,
): Promise<string> {
  const generate = {
    kind: 'generate',
    title: 'Générer',
    settings: { width: 256, height: 256, count },
    takes: { prompt: { step: 0, field: 'prompt' } },
  }
  const workflow = {
    title,
    inputs: [
      { name: 'pour_qui', label: 'Pour qui', kind: 'text', required: true, default: 'Ama' },
      ...(photo ? [{ name: 'photo', label: 'Photo', kind: 'image', required: false, max: 2 }] : []),
    ],
    steps: [
      { kind: 'enhance', title: 'Améliorer', settings: { prompt: 'Une pirogue pour {pour_qui}' }, takes: {} },
      ...Array.from({ length: again }, () => generate),
      { kind: 'choose', title: 'Choisir', settings: {}, takes: { images: { step: 1, field: 'images' } } },
    ].slice(0, steps + again - 1),
  }
  const { data, error } = await client.rpc('save_workflow', { workflow }).returns<{ id: string }>()
  if (error) throw error
  return (data as { id: string }).id
}
