import { holdsTyped, searchable } from '@roadbook/contracts/peoples-words'

interface WordFilterOptions<Option> {
  /** Returns the text by which an option is found, if more than its label is searched. */
  wordsOf?: (option: Option) => string
  limit?: number
}

/** Creates the `filterOptions` of a picker, which find text in the same way as all other searches. */
export const wordFilter =
  <Option>({ wordsOf, limit }: WordFilterOptions<Option> = {}) =>
  (
    options: readonly Option[],
    { inputValue, getOptionLabel }: { inputValue: string; getOptionLabel: (option: Option) => string },
  ): Option[] =>
    options.filter((option) => holdsTyped(searchable((wordsOf ?? getOptionLabel)(option)), inputValue)).slice(0, limit)
