import { holdsTyped, searchable } from '@roadbook/contracts/peoples-words'

interface WordFilterOptions<Option> {
  /** What an option is found by, where that is more than its label. */
  wordsOf?: (option: Option) => string
  limit?: number
}

/** `filterOptions` of a picker: by people's letters, as every search is. */
export const wordFilter =
  <Option>({ wordsOf, limit }: WordFilterOptions<Option> = {}) =>
  (
    options: readonly Option[],
    { inputValue, getOptionLabel }: { inputValue: string; getOptionLabel: (option: Option) => string },
  ): Option[] =>
    options.filter((option) => holdsTyped(searchable((wordsOf ?? getOptionLabel)(option)), inputValue)).slice(0, limit)
