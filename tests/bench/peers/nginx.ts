/** nginx from Debian's package, one process as ours is one, on a folder of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { answers, freePort } from '../support/processes.ts'

export interface Nginx extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  /** Served below `/files/`; `/uploads/` takes PUT. */
  put(name: string, bytes: Buffer): Promise<void>
}

const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx'].find((path) => existsSync(path))

export async function startNginx(): Promise<Nginx> {
  if (program === undefined)
    throw new Error('nginx is missing. On Debian: apt-get install -y --no-install-recommends nginx-light')
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['files', 'uploads', 'bodies']) await mkdir(join(folder, name))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port))
  await writeFile(join(folder, 'files', 'ready'), 'ready')
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')], {
    stdio: ['ignore', 2, 2],
  })
  resources.defer(async () => {
    if (child.exitCode !== null) return
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
  })
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/files/ready`)
  const kept = resources.move()
  return {
    pid: child.pid!,
    url,
    put: (name, bytes) => writeFile(join(folder, 'files', name), bytes),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** What a careful operator would serve public files with: sendfile, open files remembered, the same headers as ours. */
function configuration(folder: string, port: number): string {
  const root = process.getuid?.() === 0 ? 'user root;' : ''
  return `
${root} daemon off; master_process off; pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000000; keepalive_timeout 300;
  client_body_temp_path ${folder}/bodies; client_max_body_size 100m; client_body_buffer_size 64k;
  proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  open_file_cache max=1000 inactive=60s;
  types { image/webp webp; image/jpeg jpg; } default_type application/octet-stream;
  server {
    listen 127.0.0.1:${port} backlog=1024; root ${folder};
    location /files/ {
      add_header cache-control "max-age=31536000, immutable, s-maxage=60";
      add_header content-security-policy "default-src 'none'; sandbox; frame-ancestors 'none'";
      add_header cross-origin-resource-policy cross-origin; add_header x-content-type-options nosniff;
      add_header access-control-allow-origin *; add_header x-robots-tag none;
    }
    location /uploads/ { dav_methods PUT; }
  }
}`
}
