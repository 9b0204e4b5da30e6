// A phone's keyboard covers the foot of the page: say where the part that is seen lies, so that what is
// written stays in view.

const A_KEYBOARD_PX = 120;

export function followKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  const follow = () => {
    // Zoomed in with two fingers one sees a part of the page too, and no keyboard.
    const up = view.scale < 1.1 && window.innerHeight - view.height > A_KEYBOARD_PX;
    document.body.toggleAttribute("data-keyboard", up);
    document.body.style.setProperty("--seen-top", `${view.offsetTop}px`);
    document.body.style.setProperty("--seen-height", `${view.height}px`);
  };
  view.addEventListener("resize", follow);
  view.addEventListener("scroll", follow);
}
