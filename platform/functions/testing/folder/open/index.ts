export default { fetch: (request: Request) => Response.json({ authorization: request.headers.get('authorization') }) }
