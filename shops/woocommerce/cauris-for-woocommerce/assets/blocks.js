// The gateway in the checkout made of blocks. It has no fields: the customer pays on the hosted page.
(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry;
  const { createElement } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const { title = "Cauris", description = "", supports } = window.wc.wcSettings.getSetting("cauris_data", {});
  const label = decodeEntities(title);
  // A component, because the checkout gives it properties that an element of HTML does not take.
  const Description = () => decodeEntities(description);
  registerPaymentMethod({
    name: "cauris",
    label: createElement("span", null, label),
    ariaLabel: label,
    content: createElement(Description),
    edit: createElement(Description),
    canMakePayment: () => true,
    supports: { features: supports },
  });
})();
