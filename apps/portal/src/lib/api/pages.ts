interface Page {
  meta: { current_page: number; last_page: number }
}

/** Options of a query that reads page by page. */
export const BY_PAGES = {
  initialPageParam: 1,
  getNextPageParam: ({ meta }: Page) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
}
