/** ComfyUI as the operator's environment describes it. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { comfyuiSettings } from '../../settings/images.ts'
import { readSettings, type Environment } from '../../settings/reader.ts'
import { EngineError } from '../image-engine.ts'
import { parseWorkflow, type Workflow } from './comfyui-workflow.ts'
import type { ComfyuiSettings } from './comfyui.ts'

/** @throws {EngineError} when a workflow cannot be read, or is none */
export async function readComfyuiSettings(env: Environment, model: string | null): Promise<ComfyuiSettings> {
  const { url = '', token = null, workflows, steps, cfg } = readSettings(comfyuiSettings, env)
  return { url, token, workflows: await readWorkflows(workflows), checkpoint: model, steps, cfg }
}

async function readWorkflows(paths: readonly string[]): Promise<Record<string, Workflow>> {
  const workflows: Record<string, Workflow> = {}
  for (const path of paths) {
    const name = basename(path, '.json')
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new EngineError('engine_failed', `The workflow ${name} cannot be read`, { cause, isOperatorsFault: true })
    })
    workflows[name] = parseWorkflow(`The workflow ${name}`, text)
  }
  return workflows
}
