import { html } from './html.js'

describe('page templates', () => {
  it('escape what comes from outside, in text and in attributes', () => {
    const typed = `"><script>alert('1')</script>&`
    expect(html`<input value="${typed}" />`.markup).toBe(
      '<input value="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;" />',
    )
  })
  it('nest, join lists and leave out what is not there', () => {
    const items = ['a', 'b'].map((item) => html`<li>${item}</li>`)
    expect(
      html`<ul>
        ${items}${false}${undefined}
      </ul>`.markup.replace(/\s+/g, ''),
    ).toBe('<ul><li>a</li><li>b</li></ul>')
  })
})
