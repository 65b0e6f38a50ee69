/** ComfyUI as the operator's environment describes it. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { settingOf, whole, type Environment } from '../engine-settings.ts'
import { EngineError } from '../image-engine.ts'
import { parseWorkflow, type Workflow } from './comfyui-workflow.ts'
import type { ComfyuiSettings } from './comfyui.ts'

/** @throws {EngineError} when a workflow cannot be read, or is none */
export async function readComfyuiSettings(env: Environment, model: string | null): Promise<ComfyuiSettings> {
  return {
    url: settingOf(env, 'COMFYUI_URL') ?? '',
    token: settingOf(env, 'COMFYUI_TOKEN'),
    workflows: await readWorkflows(settingOf(env, 'COMFYUI_WORKFLOW')),
    checkpoint: model,
    steps: whole(env['COMFYUI_STEPS'], { min: 1, max: 200, usual: 25 }),
    cfg: whole(env['COMFYUI_CFG'], { min: 1, max: 30, usual: 7 }),
  }
}

/** Paths with commas between them. */
async function readWorkflows(paths: string | null): Promise<Record<string, Workflow>> {
  const workflows: Record<string, Workflow> = {}
  for (const path of (paths ?? '').split(',').flatMap((part) => part.trim() || [])) {
    const name = basename(path, '.json')
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new EngineError('engine_failed', `The workflow ${name} cannot be read`, { cause, isOperatorsFault: true })
    })
    workflows[name] = parseWorkflow(`The workflow ${name}`, text)
  }
  return workflows
}
