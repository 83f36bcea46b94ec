package wrong.io.landbridge.migrate.member;

import io.landbridge.migrate.inventory.Inventory;

/** A member that knows what is registered. */
public record CountingMember(Inventory inventory) {}
