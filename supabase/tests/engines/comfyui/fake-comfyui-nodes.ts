/** What a ComfyUI server says of its nodes by `/object_info`: the ones of the core, and of "IPAdapter plus". */
export interface NodesOfServer {
  readonly checkpoints?: readonly string[]
  readonly canSteer?: boolean
}

export function describeNodes(server: NodesOfServer): Readonly<Record<string, unknown>> {
  const { checkpoints = ['first.safetensors', 'second.safetensors'], canSteer } = server
  const loader = node({ ckpt_name: [checkpoints, {}] }, ['MODEL', 'CLIP', 'VAE'])
  return { CheckpointLoaderSimple: loader, ...core, ...(canSteer && steering) }
}

function node(
  required: object,
  output: readonly string[],
  { optional = {}, isOutput = false }: { optional?: object; isOutput?: boolean } = {},
) {
  return { input: { required, optional }, output, output_node: isOutput }
}

const core = {
  CLIPTextEncode: node({ text: ['STRING', {}], clip: ['CLIP'] }, ['CONDITIONING']),
  EmptyLatentImage: node({ width: ['INT', {}], height: ['INT', {}], batch_size: ['INT', {}] }, ['LATENT']),
  LoadImage: node({ image: [['old.png'], { image_upload: true }] }, ['IMAGE', 'MASK']),
  ImageScale: node(
    {
      image: ['IMAGE'],
      upscale_method: ['COMBO', { options: ['nearest-exact', 'lanczos'] }],
      width: ['INT', {}],
      height: ['INT', {}],
      crop: [['disabled', 'center']],
    },
    ['IMAGE'],
  ),
  VAEEncode: node({ pixels: ['IMAGE'], vae: ['VAE'] }, ['LATENT']),
  KSampler: node(
    {
      model: ['MODEL'],
      seed: ['INT', {}],
      steps: ['INT', {}],
      cfg: ['FLOAT', {}],
      sampler_name: [['euler', 'dpmpp_2m'], {}],
      scheduler: [['normal', 'karras'], {}],
      positive: ['CONDITIONING'],
      negative: ['CONDITIONING'],
      latent_image: ['LATENT'],
      denoise: ['FLOAT', {}],
    },
    ['LATENT'],
  ),
  VAEDecode: node({ samples: ['LATENT'], vae: ['VAE'] }, ['IMAGE']),
  PreviewImage: node({ images: ['IMAGE'] }, [], { isOutput: true }),
  SaveImage: node({ images: ['IMAGE'], filename_prefix: ['STRING', {}] }, [], { isOutput: true }),
  ReferenceLatent: node({ conditioning: ['CONDITIONING'] }, ['CONDITIONING'], { optional: { latent: ['LATENT'] } }),
}

const steering = {
  IPAdapterUnifiedLoader: node({ model: ['MODEL'], preset: [['STANDARD (medium strength)', 'PLUS (high strength)']] }, [
    'MODEL',
    'IPADAPTER',
  ]),
  IPAdapterAdvanced: node(
    {
      model: ['MODEL'],
      ipadapter: ['IPADAPTER'],
      image: ['IMAGE'],
      weight: ['FLOAT', {}],
      weight_type: [['linear', 'style transfer', 'composition']],
      combine_embeds: [['concat', 'average']],
      start_at: ['FLOAT', {}],
      end_at: ['FLOAT', {}],
      embeds_scaling: [['V only', 'K+V']],
    },
    ['MODEL'],
  ),
}
