/**
 * The parameter in the page's address by which a payer comes back from a provider's page. It proves nothing: the page
 * only asks the provider when it sees it.
 */
export const RETURN_MARK = "back";
