export default { fetch: () => new Response('must never run') }
