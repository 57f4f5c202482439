import { hostKind, markHost } from './host.js'

describe('non-production hosts', () => {
  beforeEach(() => {
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg">'
    document.title = 'Roadbook'
  })
  const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href')

  it('R-073 localhost, acc. and staging. are told apart from production (G-14)', () => {
    expect(['localhost', 'acc.roadbook.example', 'staging.roadbook.example', 'app.roadbook.example'].map(hostKind)).toEqual([
      'local',
      'acc',
      'staging',
      'production',
    ])
  })

  it('R-073 changes the page title and favicon on them', () => {
    markHost('acc.roadbook.example')
    expect(document.title).toBe('[acc] Roadbook')
    expect(icon()).toBe('/favicon-acc.svg')
  })

  it('R-073 leaves production as it is', () => {
    markHost('app.roadbook.example')
    expect(document.title).toBe('Roadbook')
    expect(icon()).toBe('/favicon.svg')
  })
})
