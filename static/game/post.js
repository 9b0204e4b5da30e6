// A POST with JSON to a board that is no game's, and its reply.

const LOST = "The site cannot be reached just now. Nothing is lost: try again in a moment.";

/** @param {string} url @param {string} token @param {string} body @returns {Promise<any>} what was answered; refused in words where nothing was */
export async function post(url, token, body) {
  try {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    return await (await fetch(url, { method: "POST", headers, body })).json();
  } catch {
    return { type: "refused", code: "lost", message: LOST };
  }
}
