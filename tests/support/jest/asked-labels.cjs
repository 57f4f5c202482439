// To name a button or a field, queries ask for its labels, and jsdom looks at the whole page for each of them. Here the page is looked at
// once after each change of it.
const NodeList = require('jsdom/lib/jsdom/living/generated/NodeList')
const { domSymbolTree } = require('jsdom/lib/jsdom/living/helpers/internal-constants')
// Changed before jsdom's elements take it from the module.
const controls = require('jsdom/lib/jsdom/living/helpers/form-controls.js')

controls.getLabelsForLabelable = (labelable) => {
  if (!controls.isLabelable(labelable)) return null
  const root = labelable.getRootNode({})
  labelable._labels ??= NodeList.createImpl(root._globalObject, [], {
    element: root,
    query: () => labelsIn(root).get(labelable) ?? [],
  })
  return labelable._labels
}

const known = new WeakMap()

/** The labels within a root, by what each is of. */
function labelsIn(root) {
  let found = known.get(root)
  if (found?.version === root._version) return found.labels
  const elements = Array.from(domSymbolTree.treeIterator(root)).filter(({ _localName }) => _localName === 'label')
  found = { version: root._version, labels: Map.groupBy(elements, ({ control }) => control) }
  known.set(root, found)
  return found.labels
}
