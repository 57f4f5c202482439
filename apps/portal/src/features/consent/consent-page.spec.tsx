import { screen } from '@testing-library/react'
import { problem, stubApi } from '../../testing/api-stub.js'
import { renderPart } from '../../testing/render-app.js'
import { ConsentPage } from './consent-page.js'
import type { AskedConsent } from './queries/asked-consent.js'

const asked = (more: Partial<AskedConsent> = {}): { data: AskedConsent } => ({
  data: {
    about: 'consent',
    state: 'pending',
    entity_name: 'Lasta',
    business_name: 'Domstad Mobiliteit',
    requested_by: 'Noor Visser',
    locale: 'nl',
    consent_minutes: 60,
    expires_at: '2026-11-21T13:30:00.000Z',
    revoked_by: null,
    ...more,
  },
})

describe('the page on which a customer answers', () => {
  it('R-118 names who asks, the vehicle and the duration, and sends the answer with the link', async () => {
    const api = stubApi({
      'POST /api/v1/consents/show': asked(),
      'POST /api/v1/consents/answer': asked({ state: 'granted' }),
    })
    const { actor } = await renderPart(<ConsentPage link="abc" />)
    expect(await screen.findByRole('heading', { name: 'May Domstad Mobiliteit see where Lasta is?' })).toBeVisible()
    expect(screen.getByText(/Noor Visser of Domstad Mobiliteit/)).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Agree for 60 min' }))
    expect(await screen.findByRole('heading', { name: 'You have agreed' })).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/consents/answer')[0]?.json()).toEqual({ link: 'abc', answer: 'approve' })
    await actor.click(screen.getByRole('button', { name: 'Withdraw consent' }))
    expect(await api.requestsTo('POST /api/v1/consents/answer')[1]?.json()).toEqual({ link: 'abc', answer: 'revoke' })
  })

  it('shows how it stands when an answer comes too late', async () => {
    const api = stubApi({ 'POST /api/v1/consents/show': asked() })
    const { actor } = await renderPart(<ConsentPage link="abc" />)
    const decline = await screen.findByRole('button', { name: 'Decline' })
    api.answer({
      'POST /api/v1/consents/show': asked({ state: 'expired' }),
      'POST /api/v1/consents/answer': problem(409, 'Too late: this request is expired'),
    })
    await actor.click(decline)
    expect(await screen.findByRole('heading', { name: 'The time is over' })).toBeVisible()
  })

  it.each([
    ['missing-case', 'Lasta is reported missing', 'The vehicle is not missing: end the access'],
    ['case-link', 'A link shows where Lasta is', 'End the link'],
    ['shown-move', 'The tracker of Lasta is on another vehicle', 'The tracker is still on my vehicle'],
  ] as const)('M8 says what shows where the vehicle is, and ends it (%s)', async (about, title, end) => {
    const api = stubApi({
      'POST /api/v1/consents/show': asked({ about, state: 'granted' }),
      'POST /api/v1/consents/answer': asked({ about, state: 'revoked', revoked_by: 'customer' }),
    })
    const { actor } = await renderPart(<ConsentPage link="abc" />)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    await actor.click(screen.getByRole('button', { name: end }))
    expect(await screen.findByRole('heading', { name: 'You have ended the access' })).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/consents/answer')[0]?.json()).toEqual({ link: 'abc', answer: 'revoke' })
  })

  it.each(['', 'unknown'])('says that a link leads nowhere (%j)', async (link) => {
    stubApi({ 'POST /api/v1/consents/show': problem(404, 'There is no such request') })
    await renderPart(<ConsentPage link={link} />)
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})
