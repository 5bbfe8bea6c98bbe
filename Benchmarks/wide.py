"""A wide model for a plan: many entities of twenty attributes, a tenth of which become optional."""

ATTRIBUTES = 20


def is_changed(entity, attribute):
    """Whether an attribute is optional in the second version."""
    return (entity + attribute) % 10 == 0


def changes(entities):
    """How many attributes change."""
    return sum(
        is_changed(entity, attribute) for entity in range(entities) for attribute in range(ATTRIBUTES))


def models(folder, entities):
    """The two versions as schema files."""
    folder.mkdir(exist_ok=True)
    for version in (1, 2):
        lines = [f"schema: Wide\nversion: {version}.0.0\nentities:"]
        for entity in range(entities):
            lines.append(f"  Entity{entity}:\n    attributes:")
            for attribute in range(ATTRIBUTES):
                optional = version == 2 and is_changed(entity, attribute)
                lines.append(f"      value{attribute}: string{'?' if optional else ''}")
        (folder / f"V{version}.yaml").write_text("\n".join(lines) + "\n")
    return folder
