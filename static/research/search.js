/* The search page: what Sphinx's own scripts, which are loaded after this, want to know of the site. */

Object.assign(window, {
  DOCUMENTATION_OPTIONS: {
    BUILDER: "dirhtml",
    FILE_SUFFIX: "",
    LINK_SUFFIX: "/",
    SHOW_SEARCH_SUMMARY: true,
    NAVIGATION_WITH_KEYS: false,
    ENABLE_SEARCH_SHORTCUTS: false,
    LANGUAGE: "en",
  },
});
document.documentElement.dataset.content_root = "/research/";

document.addEventListener("DOMContentLoaded", () => {
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html").getElementById("document");
    const part = anchor ? page?.querySelector(anchor) : page;
    // Sphinx fails where there is no text at all.
    return (part ?? page)?.textContent || " ";
  };
});
