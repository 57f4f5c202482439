// The styles of the portal are a thousand rules, and jsdom asks of each rule whether it is meant for an element, for every
// element whose style a query by role wants to know: a third of the time of these suites. As browsers do, this looks first at
// the element itself: a selector whose last part names a tag or classes that the element lacks cannot match.
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js')

const matches = selectors.matchesDontThrow
/** By selector: what the last part of each of its alternatives asks of the element itself. */
const subjects = new Map()

// Set before jsdom's other parts take it from the module.
selectors.matchesDontThrow = (element, selector) => {
  // Rules that are no styles, such as those of an animation, have none.
  if (!selector) return matches(element, selector)
  let wanted = subjects.get(selector)
  if (!wanted) subjects.set(selector, (wanted = subjectsOf(selector)))
  return wanted.some((subject) => mayBe(element, subject)) && matches(element, selector)
}

const mayBe = (element, { tag, classes }) =>
  (tag === undefined || tag === element.localName.toLowerCase()) && classes.every((name) => element.classList.contains(name))

/** A selector that this cannot read asks for nothing, so that jsdom is asked. */
function subjectsOf(selector) {
  if (/[\\"'|]/.test(selector)) return [{ classes: [] }]
  // What stands in parentheses or brackets is asked by jsdom alone.
  let flat = selector
  for (let before; before !== flat;) [before, flat] = [flat, flat.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '')]
  return flat.split(',').map((one) => {
    const last = one
      .trim()
      .split(/[\s>+~]+/)
      .at(-1)
    const [, tag, rest] = /^([a-z][\w-]*)?(.*)$/i.exec(last)
    return { tag: tag?.toLowerCase(), classes: Array.from(rest.matchAll(/\.([\w-]+)/g), ([, name]) => name) }
  })
}
