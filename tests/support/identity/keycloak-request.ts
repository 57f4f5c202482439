export interface AdminAnswer {
  status: number
  location: string | null
  body: unknown
}

/** Calls the admin API of the realm `roadbook`, with a token that a realm of the same server gives for `form`. */
export async function askKeycloak(
  url: string,
  { realm, ...form }: { realm: string } & Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
): Promise<AdminAnswer> {
  const address = `${url}/realms/${realm}/protocol/openid-connect/token`
  const given = await fetch(address, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await given.json()) as { access_token: string }
  const answer = await fetch(`${url}/admin/realms/roadbook${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  }
}
